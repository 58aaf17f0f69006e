/** Head of an article, for lists and neighbouring articles. */
export type ArticleHead = {
  /** Last segment of its URL, under /blog. */
  slug: string
  title: string
  /** Summary in one sentence. */
  summary: string
  /** Day of publication, YYYY-MM-DD. */
  date: string
  tags: readonly string[]
}

/** Heads of all articles, newest first. */
export const heads: readonly ArticleHead[] = [
  {
    slug: 'how-ai-transforms-marine-research',
    title: 'How AI transforms marine research',
    summary:
      'A detector does not hand you data. It hands you a ranking. This article covers the consequences for the working week, and the measurements to make before a number leaves the lab.',
    date: '2026-11-20',
    tags: ['AI', 'image analysis', 'methods']
  },
  {
    slug: 'top-marine-conservation-technologies',
    title: 'Top marine conservation technologies, by what they can prove',
    summary:
      'Cameras, DNA in water, hydrophones, ship tracks: each supports some claims and not others. A guide for choosing by the sentence you will have to defend.',
    date: '2026-11-18',
    tags: ['conservation', 'survey design', 'methods']
  }
]
