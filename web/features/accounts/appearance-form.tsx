import { useState } from 'react'
import { RadioGroup, Switch } from '../../ui/choice.tsx'
import { chooseDensity, chosenDensity } from '../../ui/density.ts'
import { letterKeysOn, setLetterKeys } from '../../ui/shortcuts.ts'
import { chooseTheme, chosenTheme, type Theme } from '../../ui/theme.ts'
import styles from './appearance-form.module.css'

/** Theme, density and keys: take effect at once and stay in this browser; the theme also goes along with the account. */
export function AppearanceForm({ onTheme }: { onTheme: (theme: Theme) => void }) {
  const [theme, setTheme] = useState(chosenTheme)
  const [density, setDensity] = useState(chosenDensity)
  const [keys, setKeys] = useState(letterKeysOn)
  return (
    <div className={styles.groups}>
      <RadioGroup
        legend="Theme"
        name="theme"
        value={theme}
        onChange={value => {
          setTheme(value)
          chooseTheme(value)
          onTheme(value)
        }}
        options={[
          { value: 'system', label: 'Like the system' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' }
        ]}
      />
      <RadioGroup
        legend="Density"
        name="density"
        value={density}
        onChange={value => {
          setDensity(value)
          chooseDensity(value)
        }}
        options={[
          { value: 'compact', label: 'Compact', description: 'Rows of 28 px: more on one screen.' },
          { value: 'normal', label: 'Normal', description: 'Rows of 36 px.' },
          { value: 'touch', label: 'Touch', description: 'Rows of 44 px: for fingers and wet hands.' }
        ]}
      />
      <Switch
        label="Keys of one letter"
        description="G then D goes to the dashboard, ? shows all keys. Turn them off if you control the computer by voice."
        checked={keys}
        onChange={({ target }) => {
          setKeys(target.checked)
          setLetterKeys(target.checked)
        }}
      />
    </div>
  )
}
