const dayMs = 24 * 60 * 60_000
/** Time in milliseconds for which a tile without `Cache-Control` is fresh. Source: tile usage policy of OpenStreetMap. */
const usualMs = 7 * dayMs
const mostMs = 365 * dayMs

/**
 * Time in milliseconds for which a response is fresh, by its `Cache-Control`. Null if a shared cache must not keep the response.
 * Source: RFC 9111, 5.2.2.
 */
export function freshMs(cacheControl: string | undefined): number | null {
  const directives = new Map(
    (cacheControl ?? '').split(',').map(part => {
      const [name = '', value = ''] = part.trim().toLowerCase().split('=')
      return [name, value.replaceAll('"', '')]
    })
  )
  if (directives.has('no-store') || directives.has('private')) return null
  if (directives.has('no-cache')) return 0
  const seconds = Number(directives.get('s-maxage') ?? directives.get('max-age') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(mostMs, seconds * 1000) : usualMs
}
