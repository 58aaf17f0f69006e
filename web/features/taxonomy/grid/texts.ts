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
  actionsWithKey: 'Actions (Shift F10)',
  accepted: 'accepted: ',
  unaccepted: 'unaccepted',
  counts: (own: number, total: number) => `${formatNumber(own)} with this label, ${formatNumber(total)} including the labels under it`,
  newName: (name: string) => `New name of ${name}`
}
