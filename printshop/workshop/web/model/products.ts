// Names of products: each product has one name in all views.

// Returns the name of a product by its key, as a title: "Records".
export const productName = (key: string) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll("_", " ");
