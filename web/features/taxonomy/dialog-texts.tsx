import type { ReactNode } from 'react'
import { formatCount } from '../../ui/format.ts'

/** Interface text of the label menu and the label dialogs. */
export const texts = {
  menu: {
    annotations: 'Show its annotations',
    favour: 'Add to favourites',
    unfavour: 'Remove from favourites',
    copyLink: 'Copy link',
    edit: 'Edit',
    rename: 'Rename',
    addUnder: 'Add a label under it…',
    promote: 'Give a scientific name…',
    move: 'Move to…',
    merge: 'Merge into…',
    remove: 'Delete…'
  },

  finder: {
    label: 'Find a label',
    labels: 'Labels',
    none: 'There is no other label.',
    noMatch: (text: string) => `No label matches “${text}”.`,
    first: (count: number) => `Showing the first ${count}. Type to find others.`
  },

  add: {
    title: 'Add a label',
    titleUnder: (parent: string) => `Add a label under ${parent}`,
    cancel: 'Cancel',
    submit: 'Add label',
    failed: 'The label could not be added',
    name: 'Name',
    isTaxon: 'This is the scientific name of a taxon',
    isTaxonAbout: 'Without author and qualifier.',
    openName: 'Open name',
    qualifier: 'Qualifier',
    noQualifier: 'none',
    morphospecies: 'Morphospecies'
  },

  promote: {
    title: (name: string) => `Give ${name} a scientific name`,
    byHand: 'Enter it by hand',
    byHandAbout: 'You can enter the name, its author and its AphiaID by hand.',
    cancel: 'Cancel',
    merge: 'Merge into that label…',
    submit: 'Save the name',
    done: (name: string, newName: string) => `${name} is now ${newName}`,
    failed: 'The name could not be saved',
    about: (annotations: ReactNode, oldNames: readonly string[]) => (
      <>
        The label keeps its ID{annotations && <> and {annotations}</>}.{' '}
        {oldNames.length === 1 ? `${oldNames[0]} becomes a synonym` : `${oldNames.join(' and ')} become synonyms`}, so that a search still
        finds it. The history records who gave the new name, and when.
      </>
    ),
    search: 'Find it in WoRMS',
    scientificName: 'Scientific name',
    scientificNameAbout: 'Without author and qualifier.',
    author: 'Author',
    aphiaId: 'AphiaID',
    noAphiaId: 'An AphiaID is a whole number'
  },

  merge: {
    title: (name: string, target: string) => `Merge ${name} into ${target}?`,
    confirm: 'Merge',
    done: (name: string, target: string) => `${name} merged into ${target}`,
    failed: 'The labels could not be merged',
    annotations: (annotations: ReactNode, target: ReactNode) => (
      <>
        {annotations} will be relabelled {target}, with an entry in the history of each.
      </>
    ),
    children: (count: number, target: ReactNode) => (
      <>
        {formatCount(count, 'label')} under it will move under {target}.
      </>
    ),
    names: (target: ReactNode) => <>Its names become synonyms and common names of {target}, so that a search still finds them.</>,
    about: (label: ReactNode) => <>The label {label} is deleted. This cannot be undone, except by relabelling the annotations one by one.</>
  },

  remove: {
    title: (name: string) => `Delete ${name}?`,
    confirm: 'Delete label',
    about: 'No annotation has this label. Its details are deleted too; frozen versions of the catalog keep them.',
    failed: 'The label could not be deleted',
    refused: (name: string) => `${name} cannot be deleted`,
    close: 'Close',
    merge: 'Merge into another label…',
    used: (annotations: ReactNode, count: number) => (
      <>
        It is the label of {annotations}. Relabel {count === 1 ? 'it' : 'them'} first, or merge this label into another.
      </>
    ),
    children: (count: number) =>
      `It has ${formatCount(count, 'label')} under it. Move or delete ${count === 1 ? 'that label' : 'them'} first.`
  },

  touched: (annotationCount: number, imageCount: number | undefined) =>
    `${formatCount(annotationCount, 'annotation')}${imageCount === undefined ? '' : ` on ${formatCount(imageCount, 'image')}`}`
}
