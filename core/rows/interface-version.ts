/** The version of the interface (interface.md 9), in the OpenAPI description and in every OPTIONS answer. */
export const interfaceVersion = '2026-09-02';
