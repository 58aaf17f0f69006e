import { AreaPage } from './area-page.tsx'

const parts = [
  {
    name: 'List',
    text: 'Each offer with its place and deadline, the nearest deadline first.'
  },
  {
    name: 'Sources',
    text: 'Feeds that the administrator of this server chooses.'
  },
  {
    name: 'Saved searches',
    text: 'A notification when a new offer matches.'
  }
]

export function Component() {
  return <AreaPage name="Opportunities" parts={parts} meanwhile="Until then, this server fetches no offers." />
}
