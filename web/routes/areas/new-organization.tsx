import { AreaPage } from './area-page.tsx'

const parts = [
  {
    name: 'Profile',
    text: 'Name, place and address of the institute, as it appears in published data.'
  },
  {
    name: 'People',
    text: 'Who belongs to it, and who may speak for it.'
  },
  {
    name: 'Projects',
    text: 'What is done under its name.'
  }
]

export function Component() {
  return (
    <AreaPage
      title="New Organization"
      purpose="An organization gathers the people and projects of an institute or a team."
      parts={parts}
      meanwhile="Until then, projects belong to the people who made them."
    />
  )
}
