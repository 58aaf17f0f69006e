import type { OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import { lookOfLabel, type Rgb } from './label-look.ts'
import { digits, type LabelKeys } from './number-keys.ts'

/** Colour of annotations without a label. */
const unnamed: Rgb = [255, 255, 255]

/** Labels of a project, with lookup, colours, number keys and in-memory search. */
export interface LabelIndex {
  all: readonly OutlineLabel[]
  get(labelId: string | null): OutlineLabel | undefined
  /** Colour of a label on pictures. */
  colourOf(labelId: string | null): Rgb
  /** Names of the ancestors of a label, from the root to its parent. */
  pathOf(labelId: string): string[]
  /** Labels with a name that contains the text. Matches at the start of the name come first, then matches at the start of a word. */
  search(text: string, limit: number): OutlineLabel[]
  /** Label assigned to a number key. */
  atKey(digit: number): OutlineLabel | undefined
  /** Number key assigned to a label. */
  keyOf(labelId: string): number | undefined
}

/** Builds the index of the labels of a project. @param keys number keys of the person; by default those of the project */
export function indexLabels(all: readonly OutlineLabel[], keys: LabelKeys = projectKeys(all)): LabelIndex {
  const byId = new Map(all.map(label => [label.id, label]))
  const words = all.map(label => ({
    label,
    text: [label.name, label.scientificName, ...(label.otherNames ?? [])].join('\n').toLowerCase()
  }))
  const colours = new Map<string, Rgb>()

  function colourOf(labelId: string | null): Rgb {
    const label = labelId === null ? undefined : byId.get(labelId)
    if (!label) return unnamed
    const colour = colours.get(label.id) ?? lookOfLabel(label).onPicture
    colours.set(label.id, colour)
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
    atKey: digit => byId.get(keys[digit] ?? ''),
    keyOf: labelId => digits.find(digit => keys[digit] === labelId)
  }
}

const projectKeys = (all: readonly OutlineLabel[]): LabelKeys =>
  Object.fromEntries(all.flatMap(({ id, hotkey }) => (hotkey === undefined ? [] : [[hotkey, id]])))
