import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { type ArticleHead, heads } from '../../web/routes/public/articles/heads.ts'

/** Path of the feed. Its extension determines the media type `application/atom+xml`, here and in the gateway. */
const path = '/blog/feed.atom'

/** Writes the blog's feed next to its page, from the list of articles that the page shows. */
export function blogFeed(): Plugin {
  return {
    name: 'isobath:blog-feed',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: path.slice(1), source: atomFeed(heads) })
    },
    configureServer({ middlewares }) {
      middlewares.use(path, (_request, response) => {
        response.setHeader('content-type', 'application/atom+xml')
        response.end(atomFeed(heads))
      })
    }
  }
}

/**
 * Formats articles, newest first, as an Atom feed (RFC 4287). Its links are relative, because the address of the server is unknown at build time.
 * Readers resolve them against the feed's own address. The ids are the same on every server, because the articles are.
 */
export function atomFeed(articles: readonly ArticleHead[]): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${idOf('/blog')}</id>
  <title>Isobath logbook</title>
  <subtitle>Methods for people who work with underwater images</subtitle>
  <updated>${momentOf(articles[0]?.date ?? '1970-01-01')}</updated>
  <author><name>Isobath</name></author>
  <link rel="self" type="application/atom+xml" href="${path}"/>
  <link rel="alternate" type="text/html" href="/blog"/>
${articles.map(entryOf).join('\n')}
</feed>
`
}

function entryOf({ slug, title, summary, date, tags }: ArticleHead): string {
  const address = `/blog/${slug}`
  return `  <entry>
    <id>${idOf(address)}</id>
    <title>${asText(title)}</title>
    <published>${momentOf(date)}</published>
    <updated>${momentOf(date)}</updated>
    <link rel="alternate" type="text/html" href="${asText(address)}"/>
    <summary>${asText(summary)}</summary>
${tags.map(tag => `    <category term="${asText(tag)}"/>`).join('\n')}
  </entry>`
}

const momentOf = (day: string) => `${day}T00:00:00Z`

/** Returns the UUID of a blog address. The UUID is the same in every build. Source: RFC 9562, version 5, with the URL namespace. */
function idOf(address: string): string {
  const nameSpace = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')
  const bytes = createHash('sha1').update(nameSpace).update(`isobath:${address}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return `urn:uuid:${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`
}

const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
