import '@slipway/look/styles/tokens.css';
import '@slipway/look/styles/fonts.css';
import '../styles/base.css';
import { createRoot } from 'react-dom/client';
import { ensureStorage } from '../app/ensureStorage.ts';
import { text } from '../i18n/text.ts';
import { findHost } from './host.ts';
import { PluginPage } from './PluginPage.tsx';
import { applyPluginColors, readPluginColors } from './pluginColors.ts';
import { choosePluginLocale, startPluginLanguage } from './pluginLanguage.ts';

ensureStorage();
const { search } = location;
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root');

applyPluginColors(readPluginColors(search), document.documentElement);
await startPluginLanguage(choosePluginLocale(search, navigator.languages));
document.title = text('title.edit');
createRoot(root).render(<PluginPage search={search} host={findHost(window)} />);
