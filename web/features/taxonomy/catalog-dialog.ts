/** The dialog over the screen of the catalog. */
export type CatalogDialog = { what: 'import' | 'imports' | 'worms' | 'check' | 'versions' } | { what: 'add'; parentId: string | null }
