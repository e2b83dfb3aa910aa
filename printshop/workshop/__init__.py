"""The workshop: pages in a browser that edit, draw, print and share games, and the server and site behind them."""
