import type { OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import { colourGroups } from '../../shared/taxonomy/colour-groups.ts'

export type Rgb = readonly [red: number, green: number, blue: number]

/** The eight categories of the data palette as they look on dark (styles/tokens.css), for pictures. */
const palette: readonly Rgb[] = [
  [199, 235, 254],
  [253, 134, 3],
  [0, 212, 164],
  [217, 140, 255],
  [254, 219, 57],
  [101, 147, 149],
  [203, 64, 37],
  [147, 83, 200]
]
/** What has no label yet. */
const unnamed: Rgb = [255, 255, 255]

/** A catalog as annotating needs it: look-up, colours, and a search that is done at once. */
export interface LabelBook {
  all: readonly OutlineLabel[]
  get(labelId: string | null): OutlineLabel | undefined
  /** Its own, else that of the nearest ancestor with one, else that of its group. */
  colourOf(labelId: string | null): Rgb
  /** Names from the root to the parent. */
  pathOf(labelId: string): string[]
  /** The ones that match, names that begin so before names that contain it. */
  search(text: string, limit: number): OutlineLabel[]
  /** Label under a number key. */
  atKey(digit: number): OutlineLabel | undefined
}

export function labelBook(all: readonly OutlineLabel[]): LabelBook {
  const byId = new Map(all.map(label => [label.id, label]))
  const groups = colourGroups(all)
  const words = all.map(label => ({
    label,
    text: [label.name, label.scientificName, ...(label.otherNames ?? [])].join('\n').toLowerCase()
  }))
  const colours = new Map<string, Rgb>()

  function chosenColour(labelId: string): string | undefined {
    for (let at = byId.get(labelId); at; at = byId.get(at.parentId ?? '')) if (at.colour) return at.colour
  }

  function colourOf(labelId: string | null): Rgb {
    if (labelId === null) return unnamed
    const known = colours.get(labelId)
    if (known) return known
    const chosen = chosenColour(labelId)
    const colour = chosen
      ? hexColour(chosen)
      : byId.has(labelId)
        ? (palette[(groups.get(labelId) ?? 0) % palette.length] ?? unnamed)
        : unnamed
    colours.set(labelId, colour)
    return colour
  }

  return {
    all,
    get: labelId => (labelId === null ? undefined : byId.get(labelId)),
    colourOf,
    pathOf(labelId) {
      const path: string[] = []
      let parent = byId.get(byId.get(labelId)?.parentId ?? '')
      while (parent && path.length < 100) {
        path.unshift(parent.name)
        parent = byId.get(parent.parentId ?? '')
      }
      return path
    },
    search(text, limit) {
      const sought = text.trim().toLowerCase()
      const found: { label: OutlineLabel; rank: number }[] = []
      for (const { label, text: names } of words) {
        const at = names.indexOf(sought)
        if (at < 0) continue
        const beginsWord = at === 0 || /[\s(-]/.test(names[at - 1] ?? '')
        found.push({ label, rank: (at === 0 ? 0 : beginsWord ? 1 : 2) - (label.favourite ? 0.5 : 0) })
      }
      return found
        .sort((a, b) => a.rank - b.rank || a.label.name.length - b.label.name.length)
        .slice(0, limit)
        .map(({ label }) => label)
    },
    atKey: digit => all.find(label => label.hotkey === digit)
  }
}

const hexColour = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16)
]

export const cssColour = ([red, green, blue]: Rgb) => `rgb(${red} ${green} ${blue})`
