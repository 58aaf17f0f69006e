import { Avatar } from '../../../ui/avatar.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import * as texts from '../texts.ts'
import type { Present } from '../use-presence.ts'
import styles from './bars.module.css'

const shownAtOnce = 3

/** Avatars of the other people on this image. The space is always reserved, so that nothing moves when someone joins. */
export function Presence({ others }: { others: readonly Present[] }) {
  return (
    <span className={styles.presence} role="status">
      {others.length > 0 && (
        <button type="button" className={styles.people} data-tip={texts.here(others)}>
          <VisuallyHidden>{texts.here(others)}</VisuallyHidden>
          {others.slice(0, shownAtOnce).map(({ id, name }) => (
            <Avatar key={id} name={name} sizePx={24} />
          ))}
          {others.length > shownAtOnce && <small aria-hidden>+{others.length - shownAtOnce}</small>}
        </button>
      )}
    </span>
  )
}
