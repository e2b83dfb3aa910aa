"""What a written file is measured and judged by."""
