import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

export type TipPlacement = 'top' | 'bottom' | 'left' | 'right'

export interface ButtonLook {
  /** `primary` is used once per view, `quiet` in bars and rows. `danger` is for destructive actions. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'small' | 'normal' | 'large'
  /** Fills the width of its row. */
  wide?: boolean
}

/** CSS class of a button, also for React Aria triggers and plain anchors that look like a button. */
export function buttonClass({ variant = 'secondary', size = 'normal', wide = false }: ButtonLook, ...more: (string | undefined)[]): string {
  return classNames(
    styles.button,
    variant !== 'secondary' && styles[variant],
    size !== 'normal' && styles[size],
    wide && styles.wide,
    ...more
  )
}

export const iconButtonClass = (look: ButtonLook, ...more: (string | undefined)[]) => buttonClass(look, styles.icon, ...more)

/** Props of a component without the native tooltip. `data-tip` shows the tooltip of the product. */
type Untitled<Props> = Omit<Props, 'title'>

export interface ButtonProps extends Untitled<ComponentProps<'button'>>, ButtonLook {
  icon?: ReactNode
  /** True while the action is running. The button keeps its width and focus, and ignores clicks. */
  busy?: boolean
}

/** A native button. `type` is `button` by default. */
export function Button({ variant, size, wide, icon, busy = false, className, children, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, wide }, busy ? styles.busy : undefined, className)}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? event => event.preventDefault() : onClick}
    >
      <span className={styles.busyLabel}>
        {icon}
        {children}
      </span>
      {busy && <span className={styles.busyMark} />}
    </button>
  )
}

export interface LinkButtonProps extends Untitled<LinkProps>, ButtonLook {
  icon?: ReactNode
}

/** A link within the app, styled as a button. */
export function LinkButton({ variant, size, wide, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, wide }, className)}>
      {icon}
      {children}
    </Link>
  )
}

export interface IconButtonProps extends Omit<ButtonProps, 'wide' | 'busy' | 'icon' | 'children'> {
  /** Accessible name and, by default, tooltip of the button. */
  label: string
  /** Text of the tooltip; the label by default. Empty for none. */
  tip?: string | undefined
  /** Shortcut in the tooltip. */
  keys?: string | undefined
  /** Side on which the tooltip appears; below by default. */
  tipAt?: TipPlacement | undefined
  children: ReactNode
}

/** A button with only an icon. Its tooltip appears on hover and keyboard focus. */
export function IconButton({
  label,
  variant = 'quiet',
  size,
  className,
  children,
  type = 'button',
  tip = label,
  keys,
  tipAt,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      data-tip={tip || undefined}
      data-tip-keys={keys}
      data-tip-at={tipAt}
      aria-label={label}
      className={iconButtonClass({ variant, size }, className)}
    >
      {children}
    </button>
  )
}
