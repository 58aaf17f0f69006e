import type { Block, Note } from '../prose/blocks.ts'

/** The text of an article; its title, date and tags are in `heads.ts`. */
export type Article = { blocks: readonly Block[]; notes: readonly Note[] }
