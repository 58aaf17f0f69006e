import { formatNumber } from '../../../ui/format.ts'

/** Interface text of the rows and columns of the catalog. */
export const texts = {
  label: 'Species catalog',
  dropForTop: 'Drop here to move it to the top of the catalog',
  endColumn: 'Favourite and actions',
  columns: {
    name: 'Name',
    author: 'Author',
    rank: 'Rank',
    status: 'Status',
    vernacular: 'Common name',
    aphia: 'AphiaID',
    annotations: 'Annotations',
    key: 'Key'
  },
  isFavourite: (name: string) => `${name} is a favourite`,
  favour: 'Add it to your favourites',
  unfavour: 'Remove it from your favourites',
  actionsFor: (name: string) => `Actions for ${name}`,
  actions: 'Actions',
  accepted: 'accepted: ',
  unaccepted: 'unaccepted',
  counts: (own: number, total: number) => `${formatNumber(own)} with this label, ${formatNumber(total)} including the labels under it`,
  newName: (name: string) => `New name of ${name}`,
  commands: {
    down: 'Next label',
    up: 'Previous label',
    pageDown: 'Labels further down',
    pageUp: 'Labels further up',
    first: 'First label',
    last: 'Last label',
    open: 'Show the labels under it, or go to the first of them',
    close: 'Hide the labels under it, or go to the one above it',
    enter: 'Select the label and go to its panel',
    select: 'Select the label',
    menu: 'Actions for the label',
    rename: 'Rename the label',
    remove: 'Delete the label'
  }
}
