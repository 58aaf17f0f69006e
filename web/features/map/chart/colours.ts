import { depthStops } from '../../../charts/depth-scale.ts'

const names = ['sea', 'water-line', 'land', 'coast', 'graticule', 'bg', 'text', 'text-2', 'primary', 'surface', 'line-strong'] as const

export type ChartColour = (typeof names)[number]
export interface ChartColours {
  of: Record<ChartColour, string>
  /** Colours of the depth ramp at its stops. */
  depths: readonly string[]
  font: string
}

/** Reads the colour tokens of the theme for a canvas, which resolves neither custom properties nor `light-dark()`. */
export function readColours(host: HTMLElement): ChartColours {
  const probe = document.createElement('span')
  host.append(probe)
  const read = (name: string) => {
    probe.style.color = `var(--${name})`
    return getComputedStyle(probe).color
  }
  const of = Object.fromEntries(names.map(name => [name, read(name)])) as Record<ChartColour, string>
  const depths = depthStops(11_000).map(stop => read(`depth-${stop}`))
  const font = getComputedStyle(host).fontFamily
  probe.remove()
  return { of, depths, font }
}

/** Resolves CSS colours to values that a canvas accepts. */
export function resolvedColours(host: HTMLElement, colours: readonly string[]): string[] {
  const probe = document.createElement('span')
  host.append(probe)
  const found = colours.map(colour => {
    probe.style.color = colour
    return getComputedStyle(probe).color
  })
  probe.remove()
  return found
}

/** Calls `changed` when the theme of the app or the system changes. @returns a function that stops listening */
export function followTheme(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  system.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', changed)
  }
}
