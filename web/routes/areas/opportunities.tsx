import { AreaPage } from './area-page.tsx'

const parts = [
  {
    name: 'List',
    text: 'What is offered, where and until when, the nearest deadline first.'
  },
  {
    name: 'Sources',
    text: 'Feeds that the administrator of this server chooses.'
  },
  {
    name: 'Saved searches',
    text: 'A note when something new matches.'
  }
]

export function Component() {
  return (
    <AreaPage
      title="Opportunities"
      purpose="Calls, free berths, grants, jobs and requests for data in marine science."
      parts={parts}
      meanwhile="Until then, this server fetches no offers from elsewhere."
    />
  )
}
