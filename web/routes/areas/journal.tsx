import { AreaPage } from './area-page.tsx'

const parts = [
  {
    name: 'Entries',
    text: 'Field logs, methods and meetings, each with its time, place and authors.'
  },
  {
    name: 'Figures',
    text: 'Annotated crops, map views and charts that stay linked to their data.'
  },
  {
    name: 'History',
    text: 'Every revision is kept. A signed entry can no longer change.'
  }
]

export function Component() {
  return (
    <AreaPage name="Journal" parts={parts} meanwhile="Until then, comments on annotations and the project’s description keep your notes." />
  )
}
