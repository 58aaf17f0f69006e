/** How images are given to sites: by the pattern of their names, by a table, by hand. */
export const ways = ['name', 'table', 'hand'] as const
export type Way = (typeof ways)[number]
