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
import { texts } from './texts.ts'

const { picture: words } = texts
const accepted = ['image/jpeg', 'image/png', 'image/webp']

/** Form that sets or removes the account's profile picture. */
// Long: one form, field by field.
export function AvatarForm({ user, onChanged }: { user: User; onChanged: (user: User) => void }) {
  const file = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  // these options count after the person has left the screen too
  const set = useMutation({ ...setAvatar(), onSuccess: onChanged })
  const remove = useMutation({ ...removeAvatar(), onSuccess: onChanged })
  const source = useProtectedSource(user.avatarUrl)

  function upload(picture: File | undefined) {
    setFailure(null)
    if (!picture) return
    if (!accepted.includes(picture.type)) return setFailure(words.wrongType)
    if (picture.size > avatarLimitBytes) return setFailure(words.tooLarge(formatBytes(picture.size)))
    set.mutate(picture, {
      onSuccess: () => showToast({ tone: 'ok', title: words.changed }),
      onError: error => setFailure(sentenceOf(error, words.notChanged))
    })
  }

  return (
    <div className={styles.row}>
      <Avatar name={user.name ?? user.email} src={source} sizePx={72} />
      <div className={styles.words}>
        <FormSummary title={failure} />
        <p>{words.about}</p>
        <div className={styles.actions}>
          <input
            ref={file}
            type="file"
            accept={accepted.join(',')}
            hidden
            aria-label={words.file}
            onChange={({ target }) => {
              upload(target.files?.[0])
              target.value = ''
            }}
          />
          <Button busy={set.isPending} onClick={() => file.current?.click()}>
            {user.avatarUrl ? words.change : words.choose}
          </Button>
          {user.avatarUrl && (
            <Button
              variant="quiet"
              busy={remove.isPending}
              onClick={() =>
                remove.mutate(undefined, {
                  onError: error => setFailure(sentenceOf(error, words.notRemoved))
                })
              }
            >
              {words.remove}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
