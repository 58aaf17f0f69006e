import { useState } from 'react'
import type { PublishedPerson } from '../../../shared/contracts/publication.ts'
import { fullName } from '../../../shared/publication/people.ts'
import { agentRoles } from '../../../shared/vocabulary/agent-roles.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { Card } from './card.tsx'
import type { PublicationForm } from './field-props.ts'
import { OrderedList } from './ordered-list.tsx'
import { PersonDialog } from './person-dialog.tsx'
import styles from './publication.module.css'
import { texts } from './texts.ts'

const { people: words } = texts

interface PeopleCardProps {
  form: PublicationForm
  members: PublishedPerson[]
  readOnly: boolean
}

/** Person being edited and their index; null for a new person. */
interface Editing {
  at: number | null
  person: PublishedPerson | null
}

/** Card with the people of the dataset, in citation order. */
// Long: all parts of one card.
export function PeopleCard({ form: { watch, setValue, formState }, members, readOnly }: PeopleCardProps) {
  const people = watch('people')
  const [editing, setEditing] = useState<Editing | null>(null)
  const set = (next: PublishedPerson[]) => setValue('people', next, { shouldDirty: true })
  const left = members.filter(member => !people.some(({ email, orcid }) => isSame(member, { email, orcid })))
  const standIns = members.filter(({ role }) => role === 'creator')
  return (
    <Card
      title={words.title}
      description={words.description}
      actions={
        !readOnly && (
          <>
            {left.length > 0 && (
              <MenuButton
                label={words.members}
                size="small"
                heading={words.members}
                items={left.map(member => ({
                  id: member.email ?? fullName(member),
                  label: fullName(member),
                  description: [member.organizationName, member.orcid].filter(Boolean).join(' · ') || (member.email ?? ''),
                  onAction: () => set([...people, member])
                }))}
              >
                {words.addMember}
              </MenuButton>
            )}
            <Button
              id="publication-people"
              size="small"
              icon={<PlusIcon aria-hidden />}
              onClick={() => setEditing({ at: null, person: null })}
            >
              {words.add}
            </Button>
          </>
        )
      }
    >
      {formState.errors.people?.message && <p className={styles.fault}>{formState.errors.people.message}</p>}
      {people.length === 0 ? (
        <p className={styles.quiet}>{words.none(standIns.map(fullName))}</p>
      ) : (
        <OrderedList
          label={words.list}
          items={people}
          nameOf={fullName}
          readOnly={readOnly}
          onChange={set}
          onEdit={at => setEditing({ at, person: people[at] ?? null })}
        >
          {person => (
            <>
              <span className={styles.name}>
                {fullName(person)} <Badge tone={person.role === 'creator' ? 'primary' : 'neutral'}>{agentRoles[person.role]}</Badge>
                {person.tookImages && <Badge>{words.tookImages}</Badge>}
              </span>
              <span className={styles.about}>
                {[person.organizationName, person.orcid && words.orcid(person.orcid), person.email].filter(Boolean).join(' · ') ||
                  words.noDetails}
              </span>
            </>
          )}
        </OrderedList>
      )}
      {editing && (
        <PersonDialog
          person={editing.person}
          onSave={person => {
            set(editing.at === null ? [...people, person] : people.with(editing.at, person))
            setEditing(null)
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  )
}

function isSame(a: PublishedPerson, { email, orcid }: Pick<PublishedPerson, 'email' | 'orcid'>): boolean {
  return (email !== null && a.email === email) || (orcid !== null && a.orcid === orcid)
}
