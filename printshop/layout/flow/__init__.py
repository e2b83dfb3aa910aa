"""Text that flows over pages: blocks in, finished pages out."""
