/** Ways to assign images to sites: by file name, by table, by hand. */
export const ways = ['name', 'table', 'hand'] as const
export type Way = (typeof ways)[number]
