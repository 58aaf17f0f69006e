import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { Role } from '../../../shared/contracts/projects.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './member-table.module.css'
import { addMember } from './queries.ts'
import { roleOptions, roles } from './role-words.ts'
import { texts } from './texts.ts'

const { add: words } = texts

/** Form that adds a person who has an account on this server. */
export function AddMemberForm({ projectId }: { projectId: string }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const [fault, setFault] = useState<string>()
  const { mutate, isPending } = useMutation(addMember(projectId))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const address = email.trim()
    if (!address.includes('@')) return setFault(words.noAddress)
    mutate(
      { email: address, role },
      {
        onSuccess: member => {
          setEmail('')
          const title = member.emailProved ? words.added : words.addedUnverified
          showToast({ tone: 'ok', title: title(member.name ?? member.email, member.role) })
        },
        onError: error => setFault(sentenceOf(error, words.failed))
      }
    )
  }

  return (
    <>
      <form className={styles.add} onSubmit={submit} noValidate>
        <TextField
          label={words.address}
          placeholder={words.placeholder}
          type="email"
          autoComplete="off"
          value={email}
          error={fault}
          onChange={event => {
            setEmail(event.target.value)
            setFault(undefined)
          }}
        />
        <Select label={words.role} options={roleOptions} value={role} onChange={event => setRole(event.target.value as Role)} />
        <Button type="submit" busy={isPending}>
          {words.submit}
        </Button>
      </form>
      <dl className={styles.roles}>
        {Object.values(roles).map(({ name, about }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
