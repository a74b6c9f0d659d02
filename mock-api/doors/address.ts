/** Where the API lives when nobody says otherwise. */
export const PUBLIC_URL = "https://api.anthropic.com";
