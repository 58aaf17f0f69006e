import './styles/tokens.css'
import './styles/fonts.css'
import './styles/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/providers.tsx'

createRoot(document.getElementById('root')!).render(<App />)
