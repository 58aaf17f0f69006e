import { useSearchParams } from 'react-router-dom'
import { Note } from '../../ui/note.tsx'
import { AreaPage } from './area-page.tsx'

const parts = [
  {
    name: 'Posts',
    text: 'Questions and notes for everyone with an account on this server.'
  },
  {
    name: 'Identifications',
    text: 'A crop, a question, and answers from people who know the group.'
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
      name="Community"
      parts={parts}
      meanwhile="Until then, invite people to a project from its Settings."
      notice={query.get('create') === 'true' && <Note>Posts are not available yet. They will be part of this area.</Note>}
    />
  )
}
