import type { Block, Note } from '../prose/blocks.ts'

/** Text of an article. Its title, date and tags are in `heads.ts`. */
export type Article = { blocks: readonly Block[]; notes: readonly Note[] }
