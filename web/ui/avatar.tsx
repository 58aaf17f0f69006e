import styles from './avatar.module.css'

interface AvatarProps {
  /** Name of the person. Its first letter replaces a missing picture. Without a name, the letter is U. */
  name: string | null | undefined
  src?: string | null
  sizePx?: number
}

/** Picture or initial of a person, as decoration beside a name. */
export function Avatar({ name, src, sizePx = 32 }: AvatarProps) {
  return (
    <span className={styles.avatar} style={{ width: sizePx, height: sizePx, fontSize: Math.round(sizePx * 0.44) }} aria-hidden="true">
      {src ? <img src={src} alt="" width={sizePx} height={sizePx} /> : ([...(name?.trim() ?? '')][0] ?? 'U')}
    </span>
  )
}
