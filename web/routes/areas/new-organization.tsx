import { AreaPage } from './area-page.tsx'

const parts = [
  {
    name: 'Profile',
    text: 'Name, place and address of the institute, as it appears in published data.'
  },
  {
    name: 'People',
    text: 'Its members, and the people who may edit it.'
  },
  {
    name: 'Projects',
    text: 'The projects under its name.'
  }
]

export function Component() {
  return <AreaPage name="Organizations" title="New Organization" parts={parts} meanwhile="Until then, projects belong to their owners." />
}
