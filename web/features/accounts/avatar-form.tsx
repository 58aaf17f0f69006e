import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { User } from '../../../shared/contracts/accounts.ts'
import { avatarLimitBytes } from '../../../shared/limits.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { useProtectedSource } from '../../api/protected-source.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { formatBytes } from '../../ui/format.ts'
import { showToast } from '../../ui/toast.tsx'
import styles from './avatar-form.module.css'
import { removeAvatar, setAvatar } from './queries.ts'

const limit = `${Math.floor(avatarLimitBytes / 1e6)} MB`
const accepted = ['image/jpeg', 'image/png', 'image/webp']

/** The picture beside the name. */
// Long: the fields of one form in their order.
export function AvatarForm({ user, onChanged }: { user: User; onChanged: (user: User) => void }) {
  const file = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const set = useMutation(setAvatar())
  const remove = useMutation(removeAvatar())
  const source = useProtectedSource(user.avatarUrl)

  function upload(picture: File | undefined) {
    setFailure(null)
    if (!picture) return
    if (!accepted.includes(picture.type)) return setFailure('Choose a JPEG, PNG or WebP picture')
    if (picture.size > avatarLimitBytes) return setFailure(`The picture has ${formatBytes(picture.size)}; at most ${limit} are taken`)
    set.mutate(picture, {
      onSuccess: changed => {
        onChanged(changed)
        showToast({ tone: 'ok', title: 'The picture is set' })
      },
      onError: error => setFailure(sentenceOf(error, 'The picture could not be set'))
    })
  }

  return (
    <div className={styles.row}>
      <Avatar name={user.name ?? user.email} src={source} sizePx={72} />
      <div className={styles.words}>
        <FormSummary title={failure} />
        <p>Square pictures look best. JPEG, PNG or WebP, up to {limit}.</p>
        <div className={styles.actions}>
          <input
            ref={file}
            type="file"
            accept={accepted.join(',')}
            hidden
            aria-label="Picture file"
            onChange={({ target }) => {
              upload(target.files?.[0])
              target.value = ''
            }}
          />
          <Button busy={set.isPending} onClick={() => file.current?.click()}>
            {user.avatarUrl ? 'Change picture' : 'Choose a picture'}
          </Button>
          {user.avatarUrl && (
            <Button
              variant="quiet"
              busy={remove.isPending}
              onClick={() =>
                remove.mutate(undefined, {
                  onSuccess: onChanged,
                  onError: error => setFailure(sentenceOf(error, 'The picture could not be removed'))
                })
              }
            >
              Remove
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
