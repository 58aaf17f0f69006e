import { formatCount, formatNumber } from '../ui/format.ts'

/** Texts of the list of labels, and of the dialog to choose one. */
export const texts = {
  labels: {
    title: 'Labels',
    find: 'Find a label',
    all: (count: number) => `All ${formatNumber(count)} labels`,
    add: (name: string) => `Add “${name}” to the catalog`,
    noneCalled: (name: string) => `No label is called “${name}”.`,
    none: 'No labels yet. Type a name to add the first, or import a list in the Species Catalog.'
  },

  tree: {
    label: 'All labels',
    open: (name: string) => `Open ${name}`,
    close: (name: string) => `Close ${name}`
  },

  relabel: { title: (count: number) => `Label ${formatCount(count, 'annotation')}` }
}
