import { type Case, change } from '../case';

const values = (key: string, of: readonly unknown[]): Case[] => of.map((value) => change(`${key} ${JSON.stringify(value)}`, { [key]: value }));

export const keyValues: readonly Case[] = [
  ...values('minimum_chrome_version', ['1','88','150','150.0.7871.100','1.2.3.4.5','88.0','88.*','*','01','','88 ','4294967296','088', '-1', '1..2','1.']),
  ...values('homepage_url', ['http://a.b','https://a.b/x','ftp://a.b','a.b','//a.b','mailto:a@b.c','about:blank','file:///x','javascript:1','http://','chrome://x','https://','HTTP://a','http:a', ' http://a ', 'data:,x','ws://a','chrome-extension://x/']),
  ...values('update_url', ['http://a.b','https://clients2.google.com/service/update2/crx','https://a.b/x.xml','a.b','ftp://a','file:///x','https://a/#x','https://', 'x:y','about:blank']),
  ...values('key', ['AAAA','A','MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA','-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----','AA AA','AAAA\nAAAA','AA==','AAA','AA=','%%%%','-----BEGIN PUBLIC KEY-----AAAA-----END PUBLIC KEY-----','AA-_','-----BEGIN X-----AAAA','-----BEGIN RSA PUBLIC KEY-----\nAAAA\n-----END RSA PUBLIC KEY-----','AAA=AAAA','  AAAA','AAAA  ', 'AAAA====','AAB']),
 ...[1,{},[],{rule_resources:1},{rule_resources:[]},{rule_resources:[1]},{rule_resources:[{}]},{rule_resources:[{id:'a',enabled:true,path:'r.json'}]},{rule_resources:[{id:1,enabled:true,path:'r.json'}]},{rule_resources:[{id:'a',enabled:1,path:'r.json'}]},{rule_resources:[{id:'a',enabled:true,path:1}]},{rule_resources:[{id:'_a',enabled:true,path:'r.json'}]},{rule_resources:[{id:'',enabled:true,path:'r.json'}]},{rule_resources:[{id:'a',enabled:true,path:'r.json'},{id:'a',enabled:true,path:'r.json'}]},{rule_resources:Array.from({ length: 101 }, (_, i) => ({id:`a${i}`,enabled:false,path:'r.json'}))},{rule_resources:Array.from({ length: 51 }, (_, i) => ({id:`a${i}`,enabled:true,path:'r.json'}))},{rule_resources:Array.from({ length: 50 }, (_, i) => ({id:`a${i}`,enabled:true,path:'r.json'}))},{rule_resources:[{enabled:true,path:'r.json'}]},{rule_resources:[{id:'a',path:'r.json'}]},{rule_resources:[{id:'a',enabled:true}]}].flatMap((x) => ['declarativeNetRequest','declarativeNetRequestWithHostAccess'].slice(0, x === 1 ? 2 : 1).map((p) => change(`dnr ${p}: ${JSON.stringify(x).replaceAll(/(\{"id":"a\d+".*\})/g, (all) => `${all.length} letters`)}`, { declarative_net_request: x, permissions: [p] }, {'r.json': '[]'}))),
  change('dnr optional', { declarative_net_request: {rule_resources:[]}, optional_permissions: ['declarativeNetRequest'] }),
  change('dnr feedback', { declarative_net_request: {rule_resources:[]}, permissions: ['declarativeNetRequestFeedback'] }),
  ...[{resources:1},{resources:[]},{resources:[1]},{resources:['a']},{resources:['a'],matches:1},{resources:['a'],matches:[]},{resources:['a'],matches:[1]},{resources:['a'],extension_ids:[]},{resources:['a'],extension_ids:['x']},{resources:['a'],extension_ids:['*']},{resources:['a'],extension_ids:1},{resources:['a'],extension_ids:['abcdefghijklmnopabcdefghijklmnop']},{resources:['a'],use_dynamic_url:1},{resources:['a'],use_dynamic_url:true},{resources:['a'],matches:['<all_urls>'],use_dynamic_url:1},{resources:['a'],matches:['<all_urls>'],use_dynamic_url:true},{resources:['a'],matches:['<all_urls>'],x:1},{matches:['<all_urls>']},{resources:['/a','../b','*'],matches:['<all_urls>']},{resources:[''],matches:['<all_urls>']}].map((x)=>change(`war: ${JSON.stringify(x)}`, {web_accessible_resources:[x]})),
  // What manifests made at random have shown.
  ...['en-US', 'en', 'Ctrl+Y', 'en,-US', 'en_US'].map((lang) => change(`voice ${lang}`, { tts_engine: { voices: [{ voice_name: 'v', lang }] } })),
  ...['icon.png\n', 'ico*n.png'].map((icon) => change(`icon ${JSON.stringify(icon)}`, { icons: { 16: icon } })),
  change('permission of two keys', { permissions: [{ a: 1, b: 2 }] }),
  change('host with a line break', { externally_connectable: { matches: ['*://*.c\n.d/*'] } }),
  ...values('incognito', ['spanning', 'split', 'not_allowed', 'Split']),
  change('app with a page', { app: { launch: { local_path: 'popup.html' } } }),
  change('two overrides', { chrome_url_overrides: { newtab: 'popup.html', history: 'popup.html' } }),
];
