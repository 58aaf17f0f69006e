import type { MapLayerValues } from '../../../../shared/contracts/map-layers.ts'
import type { ArchiveHeader } from './archive-header.ts'

/** Maximum lengths in characters of a name, of an attribution and of its link, as in the contract. */
const [mostName, mostAttribution, mostUrl] = [80, 300, 500]
/** Maximum number of characters of an attribution that are read. */
const mostMarkup = 5_000

/**
 * Returns the values for the form of a layer from header and metadata. Damaged metadata yield no values.
 * @param fileName source of the name if the metadata state none
 */
export async function archiveValues(header: ArchiveHeader, metadata: string | null, fileName: string): Promise<MapLayerValues> {
  const { minZoom, maxZoom, bounds } = header
  const { name, attribution } = textsIn(metadata)
  return {
    name:
      tidied(name ?? '', mostName) ??
      fileName
        .replace(/\.pmtiles$/, '')
        .slice(0, mostName)
        .trim(),
    ...{ minZoom, maxZoom, bounds },
    ...(await attributionIn(attribution ?? ''))
  }
}

function textsIn(metadata: string | null): { name?: string; attribution?: string } {
  try {
    const { name, attribution } = JSON.parse(metadata ?? '{}')
    return { ...(typeof name === 'string' && { name }), ...(typeof attribution === 'string' && { attribution }) }
  } catch {
    return {}
  }
}

/** Returns the plain text and first link of an attribution, which may be HTML. */
export async function attributionIn(markup: string): Promise<Pick<MapLayerValues, 'attribution' | 'attributionUrl'>> {
  const { Parser } = await import('htmlparser2')
  let text = ''
  let link: string | null = null
  const parser = new Parser({
    ontext: part => {
      text += part
    },
    onopentag: (_name, { href }) => {
      if (link === null && href && href.length <= mostUrl && /^https?:\/\/\S+$/.test(href)) link = href
      text += ' '
    }
  })
  parser.end(markup.slice(0, mostMarkup))
  return { attribution: tidied(text, mostAttribution), attributionUrl: link }
}

/** Text on one line without control characters; null for empty text. */
function tidied(text: string, mostLength: number): string | null {
  const line = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, mostLength)
    .trim()
  return line || null
}
