/** Dialog over the catalog screen. */
export type CatalogDialog = { what: 'import' | 'imports' | 'worms' | 'check' | 'versions' } | { what: 'add'; parentId: string | null }
