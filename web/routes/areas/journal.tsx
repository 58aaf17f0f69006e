import { AreaPage } from './area-page.tsx'

const parts = [
  {
    name: 'Entries',
    text: 'Field logs, methods and meetings, each with its time, place and authors.'
  },
  {
    name: 'Figures',
    text: 'Annotated crops, map views and charts that stay tied to their data.'
  },
  {
    name: 'History',
    text: 'Every revision kept; an entry can be signed and then stays as it is.'
  }
]

export function Component() {
  return (
    <AreaPage
      title="Journal"
      purpose="The notebook of the project, page by page, with its figures alive."
      parts={parts}
      meanwhile="Until then, the description of the project in Settings takes notes in Markdown."
    />
  )
}
