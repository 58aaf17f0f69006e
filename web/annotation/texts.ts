import { formatNumber } from '../ui/format.ts'

/** Texts of the label panel. */
export const texts = {
  labels: {
    title: 'Labels',
    find: 'Find a label',
    all: (count: number) => `All ${formatNumber(count)} labels`,
    add: (name: string) => `Add “${name}” to the catalog`,
    noneCalled: (name: string) => `No label is called “${name}”.`,
    none: 'No labels yet. Type a name to add the first one, or import a list in the Species Catalog.'
  }
}
