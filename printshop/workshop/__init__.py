"""The workshop: pages in a browser that edit, draw, print and share games.

The package has the server and the site behind them, too.
"""
