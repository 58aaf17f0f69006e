import { useState } from 'react'
import { RadioGroup, Switch } from '../../ui/choice.tsx'
import { chooseDensity, chosenDensity } from '../../ui/density.ts'
import { letterKeysOn, setLetterKeys } from '../../ui/shortcuts.ts'
import { chooseTheme, chosenTheme, type Theme } from '../../ui/theme.ts'
import styles from './appearance-form.module.css'
import { texts } from './texts.ts'

const { appearance: words } = texts

/**
 * Settings for theme, density and single-key shortcuts. Each takes effect immediately and is stored in this browser.
 * The theme is also stored in the account.
 */
export function AppearanceForm({ onTheme }: { onTheme: (theme: Theme) => void }) {
  const [theme, setTheme] = useState(chosenTheme)
  const [density, setDensity] = useState(chosenDensity)
  const [keys, setKeys] = useState(letterKeysOn)
  return (
    <div className={styles.groups}>
      <RadioGroup
        legend={words.theme}
        name="theme"
        value={theme}
        onChange={value => {
          setTheme(value)
          chooseTheme(value)
          onTheme(value)
        }}
        options={[
          { value: 'system', label: words.themes.system },
          { value: 'light', label: words.themes.light },
          { value: 'dark', label: words.themes.dark }
        ]}
      />
      <RadioGroup
        legend={words.density}
        name="density"
        value={density}
        onChange={value => {
          setDensity(value)
          chooseDensity(value)
        }}
        options={[
          { value: 'compact', label: words.densities.compact.name, description: words.densities.compact.about },
          { value: 'normal', label: words.densities.normal.name, description: words.densities.normal.about },
          { value: 'touch', label: words.densities.touch.name, description: words.densities.touch.about }
        ]}
      />
      <Switch
        label={words.keys}
        description={words.aboutKeys}
        checked={keys}
        onChange={({ target }) => {
          setKeys(target.checked)
          setLetterKeys(target.checked)
        }}
      />
    </div>
  )
}
