// Names of products: each product has one name in all views.

import { capitalize } from "../words.ts";

// Returns the name of a product by its key, as a title: "Records".
export const productName = (key: string) => capitalize(key.replaceAll("_", " "));
