"""What a page is: items, shapes, text, fonts, pictures. It knows neither games nor YAML."""
