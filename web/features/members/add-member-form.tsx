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
import { roleOptions, roles } from './roles.ts'

/** Adds a person who has an account here. */
export function AddMemberForm({ projectId }: { projectId: string }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const [fault, setFault] = useState<string>()
  const { mutate, isPending } = useMutation(addMember(projectId))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const address = email.trim()
    if (!address.includes('@')) return setFault('Enter the e-mail address of their account')
    mutate(
      { email: address, role },
      {
        onSuccess: member => {
          setEmail('')
          showToast({
            tone: 'ok',
            title: `${member.name ?? member.email} is now ${roles[member.role].name.toLowerCase()}${member.emailProved ? '' : ' (address not proved)'}`
          })
        },
        onError: error => setFault(sentenceOf(error, 'The member could not be added'))
      }
    )
  }

  return (
    <>
      <form className={styles.add} onSubmit={submit} noValidate>
        <TextField
          label="Add a person"
          placeholder="E-mail address of their account"
          type="email"
          autoComplete="off"
          value={email}
          error={fault}
          onChange={event => {
            setEmail(event.target.value)
            setFault(undefined)
          }}
        />
        <Select label="Role" options={roleOptions} value={role} onChange={event => setRole(event.target.value as Role)} />
        <Button type="submit" busy={isPending}>
          Add
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
