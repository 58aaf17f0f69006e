/** Nesting depth of the parentheses of each geometry, and minimum number of positions in the innermost ones. */
const kinds: Record<string, { depth: number; least: number; isRing?: true }> = {
  POINT: { depth: 1, least: 1 },
  MULTIPOINT: { depth: 1, least: 1 },
  LINESTRING: { depth: 1, least: 2 },
  MULTILINESTRING: { depth: 2, least: 2 },
  POLYGON: { depth: 2, least: 4, isRing: true },
  MULTIPOLYGON: { depth: 3, least: 4, isRing: true }
}

/**
 * Reason why a text is not a footprint in well-known text such as `LINESTRING (-30.5 40.1, -30.4 40.2)`; null when it is valid. The reason
 * is a predicate, without its subject. A position is two numbers in degrees, longitude before latitude.
 * Source: OGC 06-103r4, clause 7; Darwin Core, footprintWKT.
 */
export function wktFault(text: string): string | null {
  const [, name = '', body = ''] = /^\s*([a-z]+)\s*(\(.*\))\s*$/is.exec(text) ?? []
  const kind = Object.hasOwn(kinds, name.toUpperCase()) ? kinds[name.toUpperCase()] : undefined
  if (!kind) return `is not well-known text: it begins with ${Object.keys(kinds).join(', ')}, and a parenthesis`
  const lists = listsIn(body, kind.depth)
  if (!lists) return 'is not well-known text: its parentheses do not match'
  for (const list of lists) {
    const positions = list.split(',').map(position =>
      position
        .trim()
        .replace(/^\(([^()]*)\)$/, '$1')
        .trim()
        .split(/\s+/)
    )
    for (const position of positions) {
      const [longitude = Number.NaN, latitude = Number.NaN, ...more] = position.map(decimal)
      if (more.length > 0 || Number.isNaN(longitude + latitude))
        return `has “${position.join(' ').slice(0, 60)}” as a position: it must be a longitude and a latitude`
      if (Math.abs(longitude) > 180) return `has the longitude ${longitude}, which is not between -180 and 180`
      if (Math.abs(latitude) > 90) return `has the latitude ${latitude}, which is not between -90 and 90: longitude comes first`
    }
    if (positions.length < kind.least) return `has too few positions for a ${name.toUpperCase()}`
    if (name.toUpperCase() === 'POINT' && positions.length > 1) return 'has more than one position for a POINT'
    if (kind.isRing && positions[0]?.join() !== positions.at(-1)?.join()) return 'has an outline that does not end where it begins'
  }
  return null
}

const decimal = (text: string) => (/^[-+]?\d+(\.\d*)?$/.test(text) ? Number(text) : Number.NaN)

/** Contents of the innermost parentheses; null unless the parentheses are nested to the required depth. */
function listsIn(body: string, depth: number): string[] | null {
  if (depth === 1) {
    const inside = body.slice(1, -1)
    return body.startsWith('(') && body.endsWith(')') ? [inside] : null
  }
  const lists = partsIn(body)?.map(part => listsIn(part, depth - 1)) ?? []
  return lists.length > 0 && lists.every(list => list !== null) ? lists.flat() : null
}

/** Parts in parentheses within the outermost ones; null if these do not match, or if there is other text between the parts. */
function partsIn(body: string): string[] | null {
  const parts: string[] = []
  let [open, begin] = [0, 0]
  for (let at = 1; at < body.length - 1; at++) {
    const character = body[at]
    if (character === '(' && open++ === 0) begin = at
    else if (character === ')' && --open === 0) parts.push(body.slice(begin, at + 1))
    else if (open === 0 && !/[\s,]/.test(character ?? '')) return null
    if (open < 0) return null
  }
  return open === 0 ? parts : null
}

/**
 * Parts of valid well-known text. The part of an area is a list of rings: its outline, then its holes. Any other part is a list of one line. Lines
 * and rings alternate longitudes and latitudes, in degrees. The points of a MULTIPOINT are one line.
 */
export function partsOfWkt(text: string): { parts: number[][][]; isArea: boolean; isPoints: boolean } {
  const [, name = '', body = ''] = /^\s*([a-z]+)\s*(\(.*\))\s*$/is.exec(text) ?? []
  const kind = kinds[name.toUpperCase()]
  const { depth = 1, isRing: isArea = false } = kind ?? {}
  const given = !kind ? [] : depth === 3 ? (partsIn(body) ?? []).map(part => listsIn(part, 2) ?? []) : [listsIn(body, depth) ?? []]
  const parts = given.map(lists => lists.map(list => list.match(/[-+]?\d+(?:\.\d*)?/g)?.map(Number) ?? []))
  return { parts: isArea ? parts : parts.flat().map(line => [line]), isArea, isPoints: /POINT$/i.test(name) }
}

/** Lines and rings of valid well-known text. Each alternates longitudes and latitudes, in degrees. */
export function linesOfWkt(text: string): { lines: number[][]; isArea: boolean } {
  const { parts, isArea } = partsOfWkt(text)
  return { lines: parts.flat(), isArea }
}
