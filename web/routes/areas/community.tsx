import { useSearchParams } from 'react-router-dom'
import { Note } from '../../ui/note.tsx'
import { AreaPage } from './area-page.tsx'

const parts = [
  {
    name: 'Posts',
    text: 'Questions and notes to everyone with an account on this server.'
  },
  {
    name: 'Identifications',
    text: 'A crop, a question, and the answers of those who know the group.'
  },
  {
    name: 'Organizations',
    text: 'Institutes and teams, with their people and projects.'
  }
]

export function Component() {
  const [query] = useSearchParams()
  return (
    <AreaPage
      title="Community"
      purpose="Ask others what they see, and share what you know."
      parts={parts}
      meanwhile="Until then, invite people to a project in its Settings."
      notice={query.get('create') === 'true' && <Note>Posts cannot be written yet. They come with the community area.</Note>}
    />
  )
}
