import { useMemo } from 'react'
import styles from './isobath-ground.module.css'
import { isobathPaths, seedOf } from './isobaths.ts'

interface GroundProps {
  /** Any text. The same text always results in the same lines. */
  seed: string
  className?: string
}

/** Decorative isobaths 1 px wide, drawn faintly behind landing, sign-in and empty screens. They fill the positioned parent element. */
export function IsobathGround({ seed, className }: GroundProps) {
  const paths = useMemo(() => isobathPaths({ seed: seedOf(seed), width: 1200, height: 800, levels: 14 }), [seed])
  return (
    <svg className={`${styles.ground} ${className ?? ''}`} viewBox="0 0 1200 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {paths.map(path => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}

const bands = ['0', '50', '200', '1000', '2000', '4000']

/** Cover of a project without a picture: a generated seafloor in the depth colours. */
export function IsobathCover({ seed, className }: GroundProps) {
  const paths = useMemo(() => isobathPaths({ seed: seedOf(seed), width: 640, height: 360, levels: bands.length }), [seed])
  return (
    <svg className={`${styles.cover} ${className ?? ''}`} viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {paths.map((path, index) => (
        <path key={path} d={path} style={{ fill: `var(--depth-${bands[index]})` }} />
      ))}
    </svg>
  )
}
